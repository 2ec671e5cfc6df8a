"""The page model of the rulebook: what stands on each page of the site, as data. It knows nothing of HTML."""
