"""Queries on the catalog: history, changes, coverage, anomalies and the glossary."""
