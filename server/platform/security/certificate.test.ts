import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer } from 'node:tls';
import { expect, it } from 'vitest';
import { freePort } from '#tests/support/process.ts';
import { inspectCertificate } from './certificate.ts';

/** Serves with a certificate that ends in `days` days, and returns the findings of the inspection. */
async function inspected(days: number, isKnown: boolean): Promise<unknown> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-certificate-'));
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', `${days}`];
  execFileSync('openssl', [...made, ...names, '-keyout', key, '-out', cert], { stdio: 'pipe' });
  const pem = readFileSync(cert, 'utf8');
  const server = createServer({ key: readFileSync(key), cert: pem });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  const found = await inspectCertificate(`https://127.0.0.1:${port}`, isKnown ? pem : undefined).catch(String);
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
  return found;
}

it('SYS-05 LIVE-05 a certificate that browsers refuse is wrong, and one that ends soon or cannot be seen is a warning', async () => {
  expect(await inspected(90, false)).toMatch(
    /^StartError: The certificate of https:\S+ is refused by browsers \(\w+\)\.$/,
  );
  expect(await inspected(5, true)).toEqual({
    warning: expect.stringMatching(/is valid for [45] days.*renewal has failed/),
  });
  expect(await inspected(90, true)).toMatch(/^that of https:\S+ is valid for (89|90) days, until 20\d\d-\d\d-\d\d$/);
  expect(await inspectCertificate(`https://127.0.0.1:${await freePort()}`)).toEqual({
    warning: expect.stringContaining('cannot be reached from this machine (ECONNREFUSED)'),
  });
  expect(await inspectCertificate('http://localhost:3000')).toBe('none: http://localhost:3000 is no https address');
});
