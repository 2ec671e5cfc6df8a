"""The page model of the rulebook: the content of each page of the site, as data. It knows nothing of HTML."""
