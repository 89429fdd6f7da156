from fastapi import FastAPI

app = FastAPI(title="Plants", version="1")


@app.get("/plants", summary="List plants")
def list_plants(shade: bool = False) -> list[str]:
    return []
