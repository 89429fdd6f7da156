from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response
from rest_framework.views import APIView


class Plants(APIView):
    @extend_schema(summary="List plants", responses={200: {"type": "array", "items": {}}})
    def get(self, request):
        return Response([])


urlpatterns = [path("plants", Plants.as_view())]
