package io.koordbridge.admission.mutation;

import io.koordbridge.api.config.ClusterColocationProfile;
import io.koordbridge.api.config.ClusterColocationProfileSpec;
import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.protocol.PureCore;

/**
 * A profile with its selectors, which are looked at once and then asked for each pod.
 *
 * @param namespaces selector of the pods' namespaces
 * @param pods selector of the pods
 */
@PureCore
public record CompiledProfile(ClusterColocationProfile profile, CompiledSelector namespaces, CompiledSelector pods) {

    /** Looks at the selectors of a profile. */
    public static CompiledProfile of(ClusterColocationProfile profile) {
        ClusterColocationProfileSpec spec = profile.getSpec();
        return spec == null
                ? new CompiledProfile(profile, CompiledSelector.ABSENT, CompiledSelector.ABSENT)
                : new CompiledProfile(
                        profile, CompiledSelector.of(spec.namespaceSelector()), CompiledSelector.of(spec.selector()));
    }

    /** Name of the profile. */
    public String name() {
        return profile.getMetadata().getName();
    }
}
