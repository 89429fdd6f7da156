export const PlanCost = ({ currency = '$' }) => {
  const [seats, setSeats] = useState(5)
  const plans = [{ name: 'Team', seat: 8, most: 20 }, { name: 'Company', seat: 12, most: Infinity }]

  return (
    <div>
      <p>
        <label>
          Seats:{' '}
          <input type="number" value={seats} onChange={(event) => setSeats(event.target.value)} />
        </label>
      </p>
      <CardGroup cols={2}>
        {plans.filter((plan) => seats <= plan.most).map((plan) => (
          <Card key={plan.name} title={plan.name}>
            {seats} seats cost {currency}{Number(seats) * plan.seat} a month.
          </Card>
        ))}
      </CardGroup>
    </div>
  )
}
