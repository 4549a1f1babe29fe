/**
 * `node check.mjs <document>`: lints an OpenAPI document by the recommended rules of Redocly and Spectral and prints one
 * line for each problem.
 */
import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

const source = readFileSync(process.argv[2], 'utf8');

const found = await lintFromString({ source, config: await createConfig({ extends: ['recommended'] }) });
for (const { ruleId, location, message } of found) console.log(`${ruleId} ${location[0].pointer}: ${message}`);

const linter = new spectral.Spectral();
linter.setRuleset({ extends: [[rulesets.oas, 'recommended']] });
const results = await linter.run(JSON.parse(source));
for (const { code, path, message } of results) console.log(`${code} ${path.join('/')}: ${message}`);
