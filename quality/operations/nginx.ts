import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '#tests/support/process.ts';
import { until } from '../faults/rig/wait.ts';

export type Nginx = { origin: string; close(): Promise<void> };

/**
 * Starts nginx in front of these nodes, with the portal's own configuration (deploy/proxy/nginx.conf) but without TLS.
 */
export async function startNginx(ports: readonly number[]): Promise<Nginx> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-nginx-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const own = await readFile(path.resolve(import.meta.dirname, '../../deploy/proxy/nginx.conf'), 'utf8');
  const [beforeRedirect = ''] = own.split(/^server \{\n {4}listen 80;/m);
  const site = beforeRedirect
    .replace(/^ {4}server 127\.0\.0\.1:3000(.*)$/m, (_, options) =>
      ports.map((one) => `    server 127.0.0.1:${one}${options}`).join('\n'),
    )
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/^ {4}(http2 on|ssl_\w+ .*);$/gm, '')
    .replace('X-Forwarded-Proto https', 'X-Forwarded-Proto http')
    .replaceAll('/var/log/nginx/', `${folder}/`);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const temporary = places.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n');
  await writeFile(
    path.join(folder, 'nginx.conf'),
    `daemon off;\npid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\n${temporary}\n${site}\n}\n`,
  );
  const child = spawn('nginx', ['-e', `${folder}/error.log`, '-c', path.join(folder, 'nginx.conf')], {
    stdio: 'inherit',
  });
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  const ended = once(child, 'close').finally(() => process.off('exit', end));
  const origin = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(origin).then(
      () => true,
      () => false,
    );
  await until('nginx answers', answers, { withinMs: 20_000 });
  return {
    origin,
    close: async () => {
      end();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
