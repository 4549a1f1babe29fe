import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { brandStyleId } from '#contract/first-page.ts';
import { getPortalConfig } from '#contract/identity/settings.endpoints.ts';
import * as endpoints from '#contract/identity/settings-admin.endpoints.ts';
import type { BrandTones, PortalSettingsForm } from '#contract/identity/settings-admin.ts';
import { call } from '#web/platform/api.ts';
import { queryOf, refresh } from '#web/platform/queries.ts';
import { toast, toastFailure } from '#web/platform/toast.ts';

/** The settings, fetched again on each visit. */
export const portalSettings = queryOptions({ ...queryOf(endpoints.getPortalSettings), staleTime: 0, gcTime: 0 });

/** The settings as they are saved now, for a form that is open. */
export const fetchPortalSettings = () => call(endpoints.getPortalSettings);

/** The tones of a colour; null: the portal's own. The previous ones stay until these arrive. */
export const brandTones = (colour: string | null) =>
  queryOptions({
    ...queryOf(endpoints.getBrandTones, { query: colour === null ? {} : { colour } }),
    placeholderData: keepPreviousData,
  });

/** Saves the settings; every screen shows them from then on. */
export function useSavePortalSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PortalSettingsForm) => call(endpoints.savePortalSettings, { body }),
    onSuccess: async (saved) => {
      wear(saved.brandColour === null ? null : await client.fetchQuery(brandTones(saved.brandColour)));
      await refresh(client, getPortalConfig);
      client.setQueryData(portalSettings.queryKey, saved);
      toast({ title: 'Portal settings saved', tone: 'success' });
    },
    onError: (error) => toastFailure('The settings were not saved', error),
  });
}

const worn = new CSSStyleSheet();

/** Gives this page the colours that pages have from now on. Its policy of content lets no style element in. */
function wear(tones: BrandTones | null): void {
  document.getElementById(brandStyleId)?.remove();
  const declarations = (colours: object) =>
    Object.entries(colours)
      .map(([name, value]) => `--${name}:${value}`)
      .join(';');
  worn.replaceSync(tones ? `:root{${declarations(tones.light)}}.dark{${declarations(tones.dark)}}` : '');
  document.adoptedStyleSheets = [worn];
}
