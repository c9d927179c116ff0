import type { ReactNode } from "react";
import type { OwnProfile, SeenProfile } from "../../../api/contract/profile.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EyeIcon, EyeOffIcon } from "../../ui/icons/member-icons.tsx";
import { ProfilePage } from "../profile/page.tsx";

export interface PreviewPageProps {
  readonly profile: OwnProfile | SeenProfile;
  readonly takesRequests: boolean;
}

/** The viewer's own profile as other members see it, below a note that says so. */
export function PreviewPage({ profile, takesRequests }: PreviewPageProps) {
  return (
    <ProfilePage
      profile={profile}
      isOwner={false}
      takesRequests={takesRequests}
      top={
        <PreviewBanner icon={<EyeIcon />} title="This is what other members see">
          Every signed-in cadet, alum and cadre member sees this page. No one else can.
        </PreviewBanner>
      }
    />
  );
}

/** Shown for a profile that its owner has hidden. */
export function HiddenPreviewPage({ message }: { readonly message: string }) {
  return (
    <div className="shell-column profile stack gap-4">
      <PreviewBanner icon={<EyeOffIcon />} title="Only you can see your profile">
        It isn't in the directory, and anyone who opens its link sees only this message.
      </PreviewBanner>
      <div className="empty-state profile-missing">
        <h1>{message}</h1>
      </div>
    </div>
  );
}

interface PreviewBannerProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}

function PreviewBanner({ icon, title, children }: PreviewBannerProps) {
  return (
    <aside className="preview-banner row gap-4" aria-label="Preview">
      <span className="preview-banner-icon">{icon}</span>
      <div className="preview-banner-text small">
        <p className="preview-banner-title">{title}</p>
        <p>{children}</p>
      </div>
      <ButtonLink variant="outline" href={paths.profile()}>Back to My Profile</ButtonLink>
    </aside>
  );
}
