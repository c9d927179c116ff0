import type { Brand } from "../../config.ts";
import { paths } from "../../paths.ts";
import { BrandMark } from "../../ui/brand-mark.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Features, HowItWorks } from "../landing/blurbs.tsx";

interface HomePageProps {
  readonly brand: Brand;
}

export function HomePage({ brand }: HomePageProps) {
  return (
    <>
      <div className="hero">
        <div className="hero-columns hero-columns-mark">
          <div className="hero-text">
            <h1>Connect with {brand.programName} Army ROTC Alumni</h1>
            <p className="hero-subtitle">
              A privacy-first mentorship platform for {brand.programName}{" "}
              Army ROTC cadets: find the alumni and cadre who have been where you are going.
            </p>
            <div className="hero-actions">
              <ButtonLink className="hero-action" size="large" href={paths.directory()}>
                Browse Directory
              </ButtonLink>
              <ButtonLink className="hero-action-second" size="large" href={paths.profile()}>
                Create Profile
              </ButtonLink>
            </div>
          </div>
          <BrandMark />
        </div>
      </div>
      <Features />
      <HowItWorks />
    </>
  );
}
