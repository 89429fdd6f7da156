SECRET_KEY = "for tests"
INSTALLED_APPS = ["rest_framework", "drf_spectacular"]
ROOT_URLCONF = "package.urls"
REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {"TITLE": "Plants", "VERSION": "1"}
