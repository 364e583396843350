package io.koordbridge.admission.mutation;

import io.koordbridge.protocol.PureCore;

/** Field {@code labelSuffixes} of a profile; manager specification section 9.2. */
@PureCore
public final class LabelSuffix {

    private LabelSuffix() {}

    /** The value with the suffix behind it, once: admission may see a pod twice. */
    public static String appended(String value, String suffix) {
        return value.endsWith(suffix) ? value : value + suffix;
    }
}
