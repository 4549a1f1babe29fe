import { expect, it } from 'vitest';
import { hostAddresses } from './addresses.ts';

it.each([
  ['postgres://db/portal', ['postgres://db/portal']],
  ['postgres://a:b%2C@db:5432/portal?sslmode=verify-full', ['postgres://a:b%2C@db:5432/portal?sslmode=verify-full']],
  ['not an address', ['not an address']],
  [
    'postgresql://a:p,w@one:5432,two/portal?target_session_attrs=read-write&sslmode=verify-full',
    ['postgresql://a:p,w@one:5432/portal?sslmode=verify-full', 'postgresql://a:p,w@two/portal?sslmode=verify-full'],
  ],
  [
    'postgres://[::1]:5432,db:5433/portal?target_session_attrs=primary',
    ['postgres://[::1]:5432/portal', 'postgres://db:5433/portal'],
  ],
])('OPS-01 %s is as many addresses as it has hosts', (address, addresses) => {
  expect(hostAddresses(address)).toEqual(addresses);
});
