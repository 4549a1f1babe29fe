-- The identity token of a session through a company, sealed: providers such as Okta ask for it at signing out (SSO-12).
-- Null when the session has ended, or the token is too long for an address.
alter table connection_sessions add column sealed_id_token bytea;
alter table connection_pending add column sealed_id_token bytea;
