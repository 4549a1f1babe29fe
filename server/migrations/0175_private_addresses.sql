-- An address that a former holder of an account had left could stay with it, and nothing tells it from a person's own:
-- people give theirs again.
delete from private_addresses;
