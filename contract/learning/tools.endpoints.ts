import { endpoint } from '../endpoint.ts';
import type {
  KnownTool,
  OutsideToolSession,
  SavedToolSession,
  SaveOutsideToolSession,
  ToolAccess,
  ToolChoice,
  ToolName,
  ToolToken,
  UpdateToolSession,
  ValidateToken,
} from './tools.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Opening online tools and saving what a member does in them';

const openingErrors = ['catalogue.not-found', 'access.required', 'products.not-found', 'tools.inactive'] as const;

export const generateToolToken = endpoint<{ body: ToolChoice; reply: ToolToken }>({
  method: 'POST',
  path: '/api/tools/generate-token',
  caller: 'member',
  scope: 'none',
  summary: 'A short-lived token that opens an online tool the caller has access to',
  errors: openingErrors,
});

export const findTool = endpoint<{ params: ToolName; reply: KnownTool }>({
  method: 'GET',
  path: '/api/tools/named/:slug',
  caller: 'member',
  scope: 'none',
  summary: 'The online product with this slug, if a resource that the caller may know leads to it',
  errors: ['products.not-found'],
});

export const openTool = endpoint<{ params: ToolChoice }>({
  method: 'GET',
  path: '/api/tools/direct-access/:resourceId/:onlineProductId',
  caller: 'member',
  scope: 'none',
  summary: 'Checks access and redirects to the tool with a new token',
  errors: [...openingErrors, 'request.foreign-origin'],
  status: 302,
});

export const validateToolToken = endpoint<{ body: ValidateToken; reply: ToolAccess }>({
  method: 'POST',
  path: '/api/tools/validate-token',
  caller: 'member',
  scope: 'none',
  summary: "Whether the caller's token is still valid, what it is for, and what the tool saved",
  errors: ['tools.token-invalid'],
});

export const updateToolSession = endpoint<{ body: UpdateToolSession; reply: SavedToolSession }>({
  method: 'POST',
  path: '/api/tools/update-session',
  caller: 'member',
  scope: 'none',
  summary: 'Saves the session of a built-in tool',
  errors: ['tools.token-invalid'],
});

export const getToolSession = endpoint<{ reply: OutsideToolSession }>({
  method: 'GET',
  path: '/api/tool-session',
  caller: 'visitor',
  scope: 'none',
  summary: 'For outside tools, with the token as bearer: who came, and what the tool saved before',
  proof: 'toolToken',
  errors: ['tools.bearer-invalid', 'request.foreign-origin'],
});

export const saveToolSession = endpoint<{ body: SaveOutsideToolSession; reply: SavedToolSession }>({
  method: 'PUT',
  path: '/api/tool-session',
  caller: 'visitor',
  scope: 'none',
  summary: 'For outside tools, with the token as bearer: saves the session and how much is done',
  proof: 'toolToken',
  errors: ['tools.bearer-invalid', 'request.foreign-origin'],
});
