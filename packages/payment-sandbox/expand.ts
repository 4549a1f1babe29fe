import { fieldSchema, type Schema } from './document.ts';
import { invalidRequest } from './errors.ts';
import { collectionOfId } from './records.ts';
import type { Store } from './store.ts';

const deepest = 4;

type Fields = { [name: string]: unknown };

/** Lists that an object shows only on request, such as `charge.refunds`; by object name and field. */
export type Inclusions = Readonly<Record<string, (store: Store, id: string) => unknown>>;

/**
 * Replaces ids by their objects along the paths of `expand[]`.
 * @throws ApiError 400 for a path that is too deep or leads to something that cannot be expanded
 */
export function expandAnswer(options: {
  answer: object;
  paths: readonly string[];
  store: Store;
  inclusions: Inclusions;
}): object {
  let answer: unknown = options.answer;
  for (const path of options.paths) {
    const steps = path.split('.');
    if (steps.length > deepest) {
      throw invalidRequest(`You cannot expand more than ${deepest} levels of a property. Property: ${path}`, {
        param: 'expand',
      });
    }
    answer = expandPath({ ...options, value: answer, steps, path });
  }
  // Safe because expanding an object gives an object.
  return answer as object;
}

type Step = { value: unknown; steps: readonly string[]; path: string; store: Store; inclusions: Inclusions };

function expandPath(step: Step): unknown {
  const [field, ...rest] = step.steps;
  if (Array.isArray(step.value)) return step.value.map((item) => expandPath({ ...step, value: referred(step, item) }));
  if (field === undefined || step.value === null || step.value === undefined) return step.value;
  if (typeof step.value !== 'object') throw notExpandable(step.path);
  const fields: Fields = { ...step.value };
  const inner = fieldToExpand(fields, field, step, rest.length === 0);
  return { ...fields, [field]: expandPath({ ...step, value: inner, steps: rest }) };
}

function fieldToExpand(fields: Fields, field: string, step: Step, isLast: boolean): unknown {
  const name = typeof fields.object === 'string' ? fields.object : '';
  const include = step.inclusions[`${name}.${field}`];
  if (include) return include(step.store, String(fields.id));
  const value = fields[field];
  const schema = fieldSchema(name, field);
  // The field is a list of ids, such as a subscription's discounts.
  if (Array.isArray(value) && schema?.items && mayBeObject(schema.items)) {
    return value.map((one) => (typeof one === 'string' ? (findById(step.store, one) ?? one) : one));
  }
  const isReference = schema ? mayBeObject(schema) : value === null || typeof value === 'string';
  if (typeof value === 'string' && isReference) {
    const referred = findById(step.store, value);
    if (referred) return referred;
  }
  // A missing field stays missing, because only some objects have it, such as a refund's `failure_balance_transaction`.
  if (value === undefined && schema && isReference) return value;
  const leadsOn = typeof value === 'object' && (value !== null || isReference);
  if (!leadsOn || (isLast && value !== null && name !== 'list' && !isReference)) throw notExpandable(step.path);
  return value;
}

/** Returns the object of an id. Lists of ids, such as a subscription's discounts, are expanded one by one. */
function referred({ store }: Step, item: unknown): unknown {
  return typeof item === 'string' ? (findById(store, item) ?? item) : item;
}

/** Whether a field can be expanded: such fields are declared as "a string or an object", or as a list of those. */
function mayBeObject(schema: Schema): boolean {
  const alternatives = schema.anyOf ?? schema.items?.anyOf ?? [];
  return alternatives.some((one) => one.type === 'string') && alternatives.some((one) => one.$ref !== undefined);
}

/** Returns any stored object by its id. Coupons and products may have ids that the account chose. */
function findById(store: Store, id: string): object | undefined {
  const collection = collectionOfId(id);
  return (collection && store.find(collection, id)) ?? store.find('coupon', id) ?? store.find('product', id);
}

function notExpandable(path: string): Error {
  return invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });
}
