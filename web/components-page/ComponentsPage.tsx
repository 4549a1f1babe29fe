import { chooseTheme, type Theme, useTheme } from '../platform/theme.ts';
import { ToolbarSelect } from '../ui/Select.tsx';
import { textLinkClasses } from '../ui/TextLink.tsx';
import { Buttons } from './buttons.tsx';
import { Choices, Fields, Searches } from './forms.tsx';
import { Lists } from './lists.tsx';
import { Overlays } from './overlays.tsx';
import { Resources } from './resources.tsx';
import { Shell } from './shell.tsx';
import { anchorOf, Group } from './specimen.tsx';
import { Labels, States, Surfaces } from './surfaces.tsx';

const groups = [
  { title: 'Buttons and links', parts: [Buttons] },
  { title: 'Forms', parts: [Fields, Choices, Searches] },
  { title: 'Overlays', parts: [Overlays] },
  { title: 'Surfaces and words', parts: [Surfaces, Labels, States] },
  { title: 'Lists', parts: [Lists] },
  { title: 'Resources', parts: [Resources] },
  { title: 'Shell', parts: [Shell] },
];

/** Page with every component of web/ui in its states, at /dev/components of `npm run dev`. No build contains it. */
export function ComponentsPage() {
  const theme = useTheme();
  return (
    <div className="mx-auto max-w-276 px-4 py-10 lg:px-10">
      <h1>Components</h1>
      <p className="mt-1.5 text-muted-foreground">
        The parts of web/ui in their states; README.md there has their props.
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <ToolbarSelect
          label="Theme"
          prefix="Theme"
          value={theme}
          onChange={({ target }) => chooseTheme(target.value as Theme)}
        >
          <option value="system">System</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </ToolbarSelect>
        <nav aria-label="Groups" className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
          {groups.map(({ title }) => (
            <a key={title} href={`#${anchorOf(title)}`} className={textLinkClasses}>
              {title}
            </a>
          ))}
        </nav>
      </div>
      {groups.map(({ title, parts }) => (
        <Group key={title} title={title}>
          {parts.map((Part) => (
            <Part key={Part.name} />
          ))}
        </Group>
      ))}
    </div>
  );
}
