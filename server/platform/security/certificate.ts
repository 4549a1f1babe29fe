import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { now } from '../clock.ts';
import { StartError } from '../start-error.ts';

const answersWithinMs = 5_000;
const dayMs = 86_400_000;

/** Minimum days left: certificates are renewed weeks before they end, so with fewer days the renewal has failed. */
const renewedByDays = 14;

/** Errors that mean that no server responds, as opposed to a certificate that browsers would reject. */
const unreachable = /^(ECONN\w+|ENOTFOUND|EAI_\w+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE)$/;

/**
 * Checks the certificate of an https URL like a browser.
 * @param ca certificate of its issuer, if Node does not know it
 * @returns a sentence about it; as a warning when fewer than 14 days are left or the server cannot be reached
 * @throws StartError when browsers would reject it
 */
export async function inspectCertificate(address: string, ca?: string): Promise<string | { warning: string }> {
  const url = new URL(address);
  if (url.protocol !== 'https:') return `none: ${url.origin} is no https address`;
  const seen = await lastDayOf(url, ca).catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
  if (seen instanceof Date) {
    const days = Math.floor((seen.getTime() - now().getTime()) / dayMs);
    const sentence = `that of ${url.origin} is valid for ${days} days, until ${seen.toISOString().slice(0, 10)}`;
    return days < renewedByDays ? { warning: `${sentence}: its renewal has failed` } : sentence;
  }
  if (unreachable.test(seen)) return { warning: `${url.origin} cannot be reached from this machine (${seen})` };
  throw new StartError(`The certificate of ${url.origin} is refused by browsers (${seen}).`);
}

function lastDayOf({ hostname, port }: URL, ca: string | undefined): Promise<Date> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const servername = isIP(host) ? '' : host;
    const socket = connect({ host, port: Number(port || 443), servername, ...(ca && { ca }) }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.setTimeout(answersWithinMs, () => socket.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })));
    socket.once('error', reject);
  });
}
