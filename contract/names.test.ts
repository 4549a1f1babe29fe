import { expect, it } from 'vitest';
import { holdsAddress, nameText } from './names.ts';

const Name = nameText({ field: 'Name', max: 120 });

it.each([
  'Win at https://evil.example',
  'www.evil.example',
  'WWW.evil',
  'evil.example/win',
  'evil.example.?w=1',
  'evil.example:8080',
  'evil@evil.example',
  'evil．example／win',
  'evil。example/win',
  'evil｡example/win',
  'Acme: evil.example#win now',
])('TEXT-06 a name that holds an address is refused: %s', (name) => {
  expect(Name.safeParse(name).error?.issues[0]?.message).toBe('Name must not contain a web or email address');
});

it.each(['Booking.com', 'St. John/Smith', 'S.A./N.V. Group', 'Ms. J.R. Tolkien', 'Amt für 1:1', 'Müller & Söhne (UK)'])(
  'TEXT-06 a name without an address is taken: %s',
  (name) => expect(holdsAddress(name)).toBe(false),
);
