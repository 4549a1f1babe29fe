import { expect, it } from 'vitest';
import { holdsAddress, isUnfitForPerson, nameText, personNameText } from './names.ts';

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
  'evil.xn--p1ai/x',
  'evil.भारत/x',
  'evil-1.co2m/x',
  'http:evil.com',
  'mailto:evil',
  'javascript:alert',
  'tel:+44123',
  '93.184.216.34',
  '93.184.216.34/win',
  'ftp.evil.com',
  'evil.com)/x',
  'evil.com"/x',
  'evil.com»/x',
  '[x](evil.com)',
])('TEXT-06 a name that holds an address is refused: %s', (name) => {
  expect(Name.safeParse(name).error?.issues[0]?.message).toBe('Name must not contain a web or email address');
});

const harmless = [
  'St. John/Smith',
  'S.A./N.V. Group',
  'Ms. J.R. Tolkien',
  'J.R.R. Tolkien',
  'Ph.D.',
  'Ph.D./MBA',
  'Dr.Smith',
  'St.John',
  "St. Mary's",
  'Acme Inc.',
  '3:15 Club',
  'A/B Testing',
  're:publica',
  'Hotel: Am See',
  'Version 1.10/2.20',
  'Amt für 1:1',
  'Müller & Söhne (UK)',
];

it.each(harmless)('TEXT-06 a name without an address is taken: %s', (name) => {
  expect([holdsAddress(name), isUnfitForPerson(name)]).toEqual([false, false]);
});

it.each(['Booking.com', 'evil.com', 'evil.xn--p1ai', 'Call EVIL．COM now', 'evil-1.co'])(
  'TEXT-06 a domain alone is the name of an organisation and of no person: %s',
  (name) => {
    expect(Name.safeParse(name).success).toBe(true);
    const { error } = personNameText({ field: 'First name', max: 100 }).safeParse(name);
    expect(error?.issues[0]?.message).toBe('First name must not contain a web or email address');
  },
);
