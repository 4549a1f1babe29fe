import { firstCharacters } from '#contract/characters.ts';
import { issuerRejection } from '../identity/connections/rules.ts';
import type { BucketSettings } from '../platform/files/bucket.ts';
import type { TraceSettings } from '../platform/telemetry/traces.ts';
import { isOrAre, type Settings } from './settings.ts';

export type StripeKeys = {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  apiBase: string | null;
  isLive: boolean;
};

export type GoogleKeys = { clientId: string; clientSecret: string; issuer: string };

export type ScannerAddress = { host: string; port: number } | { path: string };

/**
 * Returns the origin from which browsers load the web app's files; without a path, because the build contains the
 * paths.
 */
export function assetsOrigin({ webOrigin, problems }: Settings, publicUrl: URL | null): string {
  const url = webOrigin('ASSETS_URL', 'https://cdn.example.org');
  if (url === null) return '';
  if (publicUrl?.protocol === 'https:' && url.protocol === 'http:') {
    problems.push(
      'ASSETS_URL must begin with https:// as PUBLIC_URL does, such as https://cdn.example.org: browsers load no scripts ' +
        'over http otherwise.',
    );
  }
  return url.origin;
}

/** Prefixes of Stripe's keys, so that no key is set in another's place; a restricted key is allowed. */
const keyForms = [
  ['STRIPE_SECRET_KEY', /^(sk|rk)_/, 'sk_live_51…'],
  ['STRIPE_PUBLISHABLE_KEY', /^pk_/, 'pk_live_51…'],
  ['STRIPE_WEBHOOK_SECRET', /^whsec_/, 'whsec_…'],
] as const;

/** Requires all three keys or none, because a part of them would accept money that the portal cannot sync. */
export function stripeKeys({ text, webAddress, problems }: Settings): StripeKeys | null {
  const names = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
  const [secretKey, publishableKey, webhookSecret] = names.map(text);
  const missing = names.filter((name) => text(name) === null);
  const apiBase = webAddress('STRIPE_API_BASE', 'http://127.0.0.1:4242')?.href ?? null;
  if (!secretKey || !publishableKey || !webhookSecret) {
    if (missing.length < names.length) {
      problems.push(`${missing.join(' and ')} ${isOrAre(missing)} missing: Stripe needs all of its keys.`);
    } else if (apiBase) {
      problems.push(`${missing.join(', ')} must be set together with STRIPE_API_BASE.`);
    }
    return null;
  }
  for (const [name, form, example] of keyForms) {
    if (!form.test(text(name) ?? ''))
      problems.push(`${name} is no such key: Stripe's dashboard shows one such as ${example}.`);
  }
  const isLive = isLiveKey(secretKey);
  if (isLive !== isLiveKey(publishableKey)) {
    problems.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live keys.');
  }
  if (isLive && apiBase) {
    problems.push('STRIPE_API_BASE is for tests: unset it, or live keys of Stripe would be sent to another server.');
  }
  return { secretKey, publishableKey, webhookSecret, apiBase, isLive };
}

/** Whether a key is live: any key that is not marked as a test key may charge money. */
function isLiveKey(key: string): boolean {
  return !key.includes('_test_');
}

/** A provider for everybody, by variables (SSO-14). */
export type OidcKeys = { issuer: string; clientId: string; clientSecret: string; name: string };

const issuerExample = 'https://login.example.org/realms/staff';

export function oidcKeys({ text, webAddress, problems }: Settings, isDemo: boolean): OidcKeys | null {
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
  const [issuer, clientId, clientSecret] = names.map(text);
  const name = text('OIDC_NAME');
  const isAddress = webAddress('OIDC_ISSUER', issuerExample) !== null;
  const rejection = issuer && isAddress ? issuerRejection(issuer, isDemo) : null;
  if (rejection) {
    const form =
      rejection === 'connections.issuer-for-all'
        ? 'the issuer of one tenant: https://login.microsoftonline.com/<tenant id>/v2.0'
        : `an https address without ? and #, such as ${issuerExample}`;
    problems.push(`OIDC_ISSUER is "${issuer}" but must be ${form}.`);
  }
  // The issuer stays as typed, because its slash at the end counts.
  if (issuer && isAddress && clientId && clientSecret) {
    return { issuer, clientId, clientSecret, name: firstCharacters(name ?? 'Single sign-on', 60) };
  }
  const missing = names.filter((one) => text(one) === null);
  if (missing.length > 0 && (missing.length < names.length || name !== null)) {
    problems.push(`${missing.join(' and ')} ${isOrAre(missing)} missing: a provider by variables needs all three.`);
  }
  return null;
}

export function googleKeys({ text, webAddress, problems }: Settings): GoogleKeys | null {
  const names = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'] as const;
  const [clientId, clientSecret] = names.map(text);
  const issuer = webAddress('GOOGLE_ISSUER', 'https://accounts.google.com')?.href.replace(/\/$/, '') ?? null;
  if (clientId && clientSecret) return { clientId, clientSecret, issuer: issuer ?? 'https://accounts.google.com' };
  const missing = names.filter((name) => text(name) === null);
  if (missing.length < names.length || issuer) {
    problems.push(`${missing.join(' and ')} ${isOrAre(missing)} missing: signing in with Google needs both.`);
  }
  return null;
}

/**
 * Requires bucket, region and both keys, or none of the S3 variables, so that files are not stored in an unintended
 * place.
 */
export function bucketKeys(settings: Settings, publicUrl: URL | null): BucketSettings | null {
  const { text, webAddress, choice, problems } = settings;
  const names = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const [bucket, region, accessKeyId, secretAccessKey] = names.map(text);
  const endpoint = webAddress('S3_ENDPOINT', 'https://minio.example.org:9000')?.href.replace(/\/$/, '') ?? null;
  const downloadEndpoint =
    webAddress('S3_DOWNLOAD_ENDPOINT', 'https://files.example.org')?.href.replace(/\/$/, '') ?? endpoint;
  const isSigned = choice('S3_SIGNED_DOWNLOADS', ['0', '1'], '0') === '1';
  if (bucket && region && accessKeyId && secretAccessKey) {
    if (isSigned && publicUrl?.protocol === 'https:' && downloadEndpoint?.startsWith('http:')) {
      problems.push(
        'S3_SIGNED_DOWNLOADS is 1, but browsers load nothing over http from a page of https: set S3_DOWNLOAD_ENDPOINT to ' +
          'the https address of the store, such as https://files.example.org.',
      );
    }
    const links = isSigned ? { endpoint: downloadEndpoint } : null;
    return { endpoint, bucket, region, accessKeyId, secretAccessKey, links };
  }
  const missing = names.filter((name) => text(name) === null);
  if (missing.length < names.length || endpoint || downloadEndpoint || isSigned) {
    problems.push(`${missing.join(', ')} ${isOrAre(missing)} missing: object storage needs all of the S3 variables.`);
  }
  return null;
}

/** Returns the scanner's address: a port, or a socket file as packages of clamd configure it. */
export function scannerAddress({ text, problems }: Settings): ScannerAddress | null {
  const given = text('CLAMAV_URL');
  if (given === null) return null;
  const url = URL.parse(given);
  const { protocol, hostname = '', port, pathname = '' } = url ?? {};
  if (protocol === 'tcp:' && hostname) return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310) };
  if (protocol === 'unix:' && !hostname && pathname.length > 1) return { path: decodeURI(pathname) };
  problems.push(
    `CLAMAV_URL is "${given}" but must be an address such as tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl.`,
  );
  return null;
}

/** Returns the collector of traces, from OpenTelemetry's own variables. */
export function traceCollector({ text, webAddress, problems }: Settings): TraceSettings | null {
  const endpoint = webAddress('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:4318')?.href.replace(/\/$/, '') ?? null;
  const ratio = text('OTEL_TRACES_SAMPLER_ARG') ?? '1';
  if (!/^(0(\.\d+)?|1(\.0+)?)$/.test(ratio)) {
    problems.push(`OTEL_TRACES_SAMPLER_ARG is "${ratio}" but must be a share from 0 to 1, such as 0.1.`);
  }
  const headers = (text('OTEL_EXPORTER_OTLP_HEADERS') ?? '').split(',').filter((pair) => pair.trim() !== '');
  const pairs = headers.map((pair) => /^\s*([\w-]+)\s*=\s*(\S.*?)\s*$/.exec(pair));
  if (pairs.includes(null)) {
    problems.push(
      'OTEL_EXPORTER_OTLP_HEADERS must be names and values, such as authorization=Bearer%20token, with commas.',
    );
  }
  if (endpoint === null) return null;
  return {
    endpoint,
    headers: Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', decoded(pair?.[2] ?? '')])),
    serviceName: text('OTEL_SERVICE_NAME') ?? 'portal',
    ratio: Number(ratio),
  };
}

/** Decodes a percent-encoded value; returns any other value unchanged. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
