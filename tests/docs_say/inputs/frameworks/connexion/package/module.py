import connexion


def list_plants():
    return []


app = connexion.AsyncApp(__name__, specification_dir=".")
app.add_api("plants.yaml")
