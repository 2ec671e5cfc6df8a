# docker build -t pitboss . && docker run --rm -v "$PWD/filings:/filings:ro" pitboss check /filings
FROM python:3.11-slim AS build
WORKDIR /source
COPY . .
RUN python -m pip install --no-cache-dir --prefix /installed ".[xlsx]"

FROM python:3.11-slim
COPY --from=build /installed /usr/local
RUN useradd --create-home --uid 10001 pitboss
USER 10001
WORKDIR /filings
ENTRYPOINT ["pitboss"]
CMD ["--help"]
