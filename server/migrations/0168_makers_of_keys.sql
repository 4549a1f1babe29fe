-- Who made an organisation's key that another owner has taken over (APIKEY-02, APIKEY-05); null while its maker keeps it.
alter table api_keys add column made_by integer references users (id);
