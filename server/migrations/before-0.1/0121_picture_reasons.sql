-- The uploaded pictures that a text names, so that a picture's address ends with the resource that shows it (UPLOAD-11).
-- An address of another host that ends alike names none. The bodies are parsed here, because indexes are made without a
-- search path.
create function pictures_in(content text) returns uuid[] language sql immutable parallel safe
  return (
    select coalesce(array_agg(distinct found[1]::uuid), '{}')
    from regexp_matches(content, '(?:^|[ "])/media/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})', 'gi') found
  );

-- `array_to_string` of texts always gives the same, though PostgreSQL calls it stable.
create function resource_pictures(thumbnail text, featured text, slides text[]) returns uuid[]
  language sql immutable parallel safe
  return pictures_in(concat_ws(' ', thumbnail, featured, array_to_string(slides, ' ')));
