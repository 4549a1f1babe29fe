import { BookOpen, House, Settings } from 'lucide-react';
import {
  FocusFrame,
  focusMain,
  Header,
  type NavigationEntry,
  NavigationList,
  Sidebar,
  SkipLink,
} from '../ui/AppShell.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { BrandField } from '../ui/BrandField.tsx';
import { Breadcrumb } from '../ui/Breadcrumb.tsx';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { EmptyArt, HeroMosaic, ShapeStrip, SignInMosaic } from '../ui/ShapeArt.tsx';
import { Logo, type NamedPortal, Wordmark } from '../ui/Wordmark.tsx';
import { ignore, linkToTop, Specimen, State } from './specimen.tsx';

const portal: NamedPortal = { productName: 'RAPP Learning', brand: { logoUrl: null, darkLogoUrl: null } };

export const navigation: NavigationEntry[] = [
  { link: linkToTop, label: 'Dashboard', icon: House, isActive: false },
  { link: linkToTop, label: 'Resources', icon: BookOpen, isActive: false },
  {
    link: linkToTop,
    label: 'Administration',
    icon: Settings,
    isActive: false,
    groups: [
      { label: '', entries: [{ link: linkToTop, label: 'Overview', isActive: false }] },
      { label: 'People', entries: [{ link: linkToTop, label: 'Users', isActive: true }] },
    ],
  },
];

export function Shell() {
  return (
    <>
      <Specimen name="AppShell">
        <State label="Sidebar: drawn from 1024 px">
          <div className="w-64">
            <Sidebar portal={portal} homeLink={linkToTop} entries={navigation} />
          </div>
        </State>
        <State label="NavigationList">
          <div className="w-64">
            <NavigationList entries={navigation} />
          </div>
        </State>
        <State label="Header" isWide>
          <Header
            portal={portal}
            homeLink={linkToTop}
            breadcrumb={<Breadcrumb items={[{ label: 'Resources', link: linkToTop }, { label: 'A report' }]} />}
            userMenu={<IconButton label="Your account" icon={<Avatar name="Mira Tollander" />} />}
            onOpenNavigation={ignore}
          />
        </State>
        <State label="SkipLink: press Tab before it">
          <SkipLink targetId="root" />
        </State>
      </Specimen>
      <Specimen name="Breadcrumb">
        <State label="two levels">
          <Breadcrumb items={[{ label: 'Resources', link: linkToTop }, { label: 'A report' }]} />
        </State>
      </Specimen>
      <Specimen name="PageHeading">
        <State label="with subtitle and actions" isWide>
          <PageHeading title="Resources" subtitle="Sixty reports, books and tools." actions={<Button>Add</Button>} />
        </State>
      </Specimen>
      <Specimen name="Wordmark">
        <State label="Wordmark">
          <Wordmark portal={portal} />
        </State>
        <State label="Logo">
          <Logo size={40} />
        </State>
      </Specimen>
      <Specimen name="BrandField">
        <State label="with actions" isWide>
          <BrandField actions={<Button variant="brand">Browse resources</Button>}>
            <h3>Welcome, Mira</h3>
          </BrandField>
        </State>
      </Specimen>
      <Specimen name="ShapeArt">
        <State label="SignInMosaic, HeroMosaic">
          <div className="field-brand flex flex-wrap gap-6 rounded-lg p-4">
            <SignInMosaic className="h-40" />
            <HeroMosaic className="h-40" />
          </div>
        </State>
        <State label="ShapeStrip">
          <ShapeStrip className="h-6" />
        </State>
        <State label="EmptyArt">
          <EmptyArt />
        </State>
      </Specimen>
      <Specimen name="FocusFrame">
        <State label="a screen without navigation" isWide>
          <div className="h-80 overflow-auto rounded-lg border border-border">
            <FocusFrame
              portal={portal}
              homeLink={linkToTop}
              back={{ link: linkToTop, label: 'Back to the resource' }}
              className={focusMain}
            >
              Content
            </FocusFrame>
          </div>
        </State>
      </Specimen>
    </>
  );
}
