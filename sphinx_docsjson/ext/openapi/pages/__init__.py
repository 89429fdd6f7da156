"""Operations and schemas → documents of the site."""
