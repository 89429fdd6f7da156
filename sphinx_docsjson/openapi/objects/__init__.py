"""What other pages and other projects can name: operations, schemas, fields, tags, webhooks."""
