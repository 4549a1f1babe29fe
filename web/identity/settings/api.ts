import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { brandStyleId } from '#contract/first-page.ts';
import { getPortalConfig } from '#contract/identity/settings.endpoints.ts';
import * as endpoints from '#contract/identity/settings-admin.endpoints.ts';
import type { BrandTones, PortalSettingsForm } from '#contract/identity/settings-admin.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { queryOf } from '#web/platform/queries.ts';

/** The settings, fetched again on each visit. */
export const portalSettings = queryOptions({ ...queryOf(endpoints.getPortalSettings), staleTime: 0, gcTime: 0 });

/** The settings as they are saved now, for a form that is open. */
export const fetchPortalSettings = () => call(endpoints.getPortalSettings);

/** Query of the tones of a colour; null for the portal's own. The previous tones stay until the new ones arrive. */
export const brandTones = (colour: string | null) =>
  queryOptions({
    ...queryOf(endpoints.getBrandTones, { query: colour === null ? {} : { colour } }),
    placeholderData: keepPreviousData,
  });

/** Saves the settings; every screen shows them from then on. */
export function useSavePortalSettings() {
  const client = useQueryClient();
  return useAction({
    send: async (body: PortalSettingsForm) => {
      const saved = await call(endpoints.savePortalSettings, { body });
      wear(saved.brandColour === null ? null : await client.fetchQuery(brandTones(saved.brandColour)));
      return saved;
    },
    failed: 'The settings were not saved',
    keep: (_, saved) => client.setQueryData(portalSettings.queryKey, saved),
    done: () => ({ title: 'Portal settings saved' }),
    changed: [getPortalConfig],
  });
}

/** Lets members connect assistants, or ends it (MCP-01). The other settings stay as they are saved now. */
export const useSwitchAssistants = () =>
  useAction({
    send: (assistantsMayConnect: boolean) => call(endpoints.savePortalSettings, { body: { assistantsMayConnect } }),
    failed: 'The setting was not changed',
    done: ({ assistantsMayConnect }) => ({
      title: assistantsMayConnect ? 'Members may connect assistants' : 'Members cannot connect assistants',
    }),
    changed: [getPortalConfig, endpoints.getPortalSettings],
  });

const worn = new CSSStyleSheet();

/**
 * Applies the saved colours to this page, by a stylesheet object, because the content security policy allows no style
 * element.
 */
function wear(tones: BrandTones | null): void {
  document.getElementById(brandStyleId)?.remove();
  const declarations = (colours: object) =>
    Object.entries(colours)
      .map(([name, value]) => `--${name}:${value}`)
      .join(';');
  worn.replaceSync(tones ? `:root{${declarations(tones.light)}}.dark{${declarations(tones.dark)}}` : '');
  document.adoptedStyleSheets = [worn];
}
