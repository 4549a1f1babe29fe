import type { Fault } from '../faults/fault.ts';
import { n01 } from './n01-pooler.ts';
import { n02 } from './n02-failover.ts';
import { n03 } from './n03-digest.ts';
import { n04 } from './n04-rolling-deploy.ts';
import { n05 } from './n05-two-nodes.ts';
import { n06 } from './n06-move.ts';
import { n07 } from './n07-upgrade.ts';
import { n08 } from './n08-alerts.ts';
import { n09 } from './n09-containers.ts';
import { n10 } from './n10-systemd.ts';
import { n11 } from './n11-compose.ts';

/** Faults of an installation of many nodes, each in less than ten minutes. */
export const operations: readonly Fault[] = [n01, n02, n03, n04, n05, n06, n07, n08, n09, n10, n11];
