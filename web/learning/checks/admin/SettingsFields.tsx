import { type ReactNode, useId, useState } from 'react';
import type { CheckSettings } from '#contract/learning/checks-content.ts';
import { answerVisibilities, checkLimits } from '#contract/learning/checks-limits.ts';
import { Field } from '#web/ui/Field.tsx';
import { Radio, RadioGroup } from '#web/ui/RadioGroup.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { passMarkHint, wholeIn } from './editor-display.ts';

const visibilityNames = {
  after_passing: 'After passing',
  after_each_attempt: 'After each attempt',
  never: 'Never',
} as const;

/** Time limit that the switch begins with, in minutes. */
const firstTimeLimit = 30;

type SettingsFieldsProps = {
  settings: CheckSettings;
  /** Number of questions in the check. */
  questions: number;
  onChange: (settings: CheckSettings) => void;
  /** Button that opens the extra time of single people. */
  extraTime: ReactNode;
};

export function SettingsFields({ settings, questions, onChange, extraTime }: SettingsFieldsProps) {
  const name = useId();
  const set = (part: Partial<CheckSettings>) => onChange({ ...settings, ...part });
  const numbers = Array.from({ length: Math.max(questions - 1, settings.drawn ?? 0) }, (_, index) => index + 1);
  return (
    <>
      <Part title="Passing">
        <NumberField
          label="Pass mark"
          unit="%"
          limits={[1, 100]}
          value={settings.passMark}
          hint={passMarkHint(settings, questions)}
          onChange={(passMark) => set({ passMark })}
        />
        <Field label="Questions in each attempt">
          <Select
            value={settings.drawn ?? ''}
            onChange={({ target }) => set({ drawn: target.value === '' ? null : Number(target.value) })}
          >
            <option value="">All {questions > 0 ? questions : ''}</option>
            {numbers.map((number) => (
              <option key={number} value={number}>
                {number}, drawn at random
              </option>
            ))}
          </Select>
        </Field>
        <NumberField
          label="Attempts a day"
          unit={settings.attemptsPerDay === 1 ? 'attempt' : 'attempts'}
          limits={[0, checkLimits.attemptsPerDay]}
          value={settings.attemptsPerDay}
          hint="0 means any number."
          onChange={(attemptsPerDay) => set({ attemptsPerDay })}
        />
      </Part>
      <Part title="During an attempt">
        <Switch
          label="Shuffle questions and answers"
          checked={settings.shuffles}
          onChange={({ target }) => set({ shuffles: target.checked })}
        />
        <Switch
          label="Time limit"
          description="You can give a member more time."
          checked={settings.timeLimit !== null}
          onChange={({ target }) => set({ timeLimit: target.checked ? firstTimeLimit : null })}
        />
        {settings.timeLimit === null ? null : (
          <>
            <NumberField
              label="Minutes"
              unit={settings.timeLimit === 1 ? 'minute' : 'minutes'}
              limits={[1, checkLimits.timeLimitMinutes]}
              value={settings.timeLimit}
              onChange={(timeLimit) => set({ timeLimit })}
            />
            {extraTime}
          </>
        )}
      </Part>
      <Part title="Show right answers">
        <RadioGroup legend="Show right answers" isLegendHidden>
          {answerVisibilities.map((value) => (
            <Radio
              key={value}
              name={name}
              label={visibilityNames[value]}
              checked={settings.showsAnswers === value}
              onChange={() => set({ showsAnswers: value })}
            />
          ))}
        </RadioGroup>
      </Part>
    </>
  );
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-4 border-b border-border px-4 py-5 last:border-0 lg:px-6">
      <h2 className="font-sans! text-sm! leading-5! tracking-normal!">{title}</h2>
      {children}
    </section>
  );
}

type NumberFieldProps = {
  label: string;
  unit: string;
  limits: readonly [number, number];
  value: number;
  hint?: string;
  onChange: (value: number) => void;
};

/** Field for a whole number. Other text stays in the field and changes nothing. */
function NumberField({ label, unit, limits, value, hint, onChange }: NumberFieldProps) {
  const [text, setText] = useState(String(value));
  const isWrong = wholeIn(text, limits) === null;
  return (
    <Field
      label={label}
      hint={hint}
      error={isWrong ? `Enter a whole number from ${limits[0]} to ${limits[1]}` : undefined}
    >
      <TextInput
        inputMode="numeric"
        autoComplete="off"
        value={text}
        trailing={<span className="text-sm">{unit}</span>}
        onChange={({ target }) => {
          setText(target.value);
          const number = wholeIn(target.value, limits);
          if (number !== null) onChange(number);
        }}
      />
    </Field>
  );
}
