/** What docs.json says of a service. */
type Fields = { readonly [name: string]: string | undefined };
type Services = { readonly [name: string]: Fields | undefined };

/** The services of the site, by their names in docs.json. */
declare const DATA: Services;
