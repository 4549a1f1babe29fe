import { describe, expect, it } from 'vitest';
import { withToken } from '#contract/learning/tool-address.ts';
import { launchAddress, type Openable, openingAddress, originOfTool, toolAddress } from './rules.ts';

const product = (fields: Partial<Openable> = {}): Openable => ({
  id: 7,
  slug: 'canvas',
  tool_type: 'embedded',
  opening: 'landing',
  configuration: { toolUrl: 'https://tools.example.org/canvas' },
  ...fields,
});
const framed = product({ tool_type: 'iframe', configuration: { url: 'https://tools.example.org/frame' } });

describe('where ACCESS TOOL leads', () => {
  it('TOOL-04 ACCESS TOOL leads to the tool itself when the product is opened directly', () => {
    expect(openingAddress(product({ opening: 'direct' }), 't-1')).toBe('https://tools.example.org/canvas?token=t-1');
  });

  it('TOOL-05 ACCESS TOOL leads to the landing page otherwise, also when there is no address yet', () => {
    const landing = '/tools/access?token=t-1&product=7';
    expect(openingAddress(product(), 't-1')).toBe(landing);
    expect(openingAddress(product({ opening: 'automatic' }), 't-1')).toBe(landing);
    expect(openingAddress(framed, 't-1')).toBe(landing);
    expect(openingAddress(product({ opening: 'direct', configuration: {} }), 't-1')).toBe(landing);
    expect(toolAddress(product({ configuration: null }), 't-1')).toBe(landing);
  });
});

it('TOOL-20 launches the address of the tool, a path of the app, or the page that frames it', () => {
  expect(launchAddress(product())).toBe('https://tools.example.org/canvas');
  expect(launchAddress(product({ tool_type: 'component', configuration: { toolUrl: '/tools/x' } }))).toBe('/tools/x');
  expect(launchAddress(framed)).toBe('/tools/canvas');
  expect(launchAddress(product({ tool_type: 'iframe', configuration: {} }))).toBeNull();
});

it('TOOL-20 adds the token to whatever the address holds', () => {
  expect(withToken('/tools/x', 'a')).toBe('/tools/x?token=a');
  expect(withToken('https://t.example/?a=1&b=%20c#part', 'a-b_c')).toBe('https://t.example/?a=1&b=+c&token=a-b_c#part');
  expect(withToken('https://t.example/?token=old', 'new')).toBe('https://t.example/?token=new');
});

it('lets only pages of the tool itself call, and a framed page of the portal as the stranger it then is', () => {
  const portal = 'https://portal.example';
  expect(originOfTool(product(), portal)).toBe('https://tools.example.org');
  expect(originOfTool(framed, portal)).toBe('https://tools.example.org');
  expect(originOfTool(product({ configuration: { toolUrl: '/tools/x' } }), portal)).toBe(portal);
  expect(originOfTool(product({ tool_type: 'iframe', configuration: { url: '/x' } }), portal)).toBe('null');
  expect(originOfTool(product({ configuration: {} }), portal)).toBeNull();
});
