package io.koordbridge.protocol;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Ids that YARN gives to containers: {@code container_[eEPOCH_]CLUSTER_APPLICATION_ATTEMPT_NUMBER}. */
@PureCore
public final class YarnContainerIds {

    private static final Pattern FIRST = Pattern.compile("container_(e\\d+_)?\\d+_\\d+_\\d+_0*1");

    private static final Pattern PARTS = Pattern.compile("container_(?:e\\d+_)?(\\d+)_(\\d+)_\\d+_\\d+");

    private YarnContainerIds() {}

    /** Id of the application that a container belongs to, empty when the text is no id of a container. */
    public static Optional<String> application(String id) {
        Matcher parts = PARTS.matcher(id);
        return parts.matches() ? Optional.of("application_" + parts.group(1) + "_" + parts.group(2)) : Optional.empty();
    }

    /**
     * Whether it is the first container of its attempt, which YARN nearly always gives to the application master. One that was reserved first
     * has another number, and an unmanaged master has no container.
     */
    public static boolean isFirst(String id) {
        return FIRST.matcher(id).matches();
    }
}
