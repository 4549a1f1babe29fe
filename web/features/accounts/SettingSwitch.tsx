import type { Settings } from '#contract/accounts.ts';
import { Switch } from '../../ui/Switch.tsx';
import { useUpdateSetting } from './api.ts';

type SettingSwitchProps = { name: keyof Settings; isOn: boolean; label: string; description: string };

/** One choice, saved as it is made; while it is on its way it shows what was chosen, and falls back when it failed. */
export function SettingSwitch({ name, isOn, label, description }: SettingSwitchProps) {
  const update = useUpdateSetting(name);
  return (
    <div>
      <Switch
        label={label}
        description={description}
        checked={update.isPending ? update.variables : isOn}
        onChange={(event) => {
          if (!update.isPending) update.mutate(event.currentTarget.checked);
        }}
      />
    </div>
  );
}
