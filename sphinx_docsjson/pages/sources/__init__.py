"""Which documents a build has, and which file each comes from."""
