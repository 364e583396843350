package io.koordbridge.manager.quota.topology;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.protocol.PureCore;
import java.util.regex.Pattern;

/**
 * A state of an object. API servers count the states of a kind upwards, and an object that is deleted
 * and made again has another uid.
 *
 * @param uid of the object, empty when unknown
 * @param number larger for a later state: 0 before the object is stored, negative when unknown
 */
@PureCore
public record QuotaVersion(String uid, long number) {

    /** The state is unknown. */
    static final QuotaVersion UNKNOWN = new QuotaVersion("", -1);

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    /** The state that an object has. */
    static QuotaVersion of(ElasticQuota quota) {
        ObjectMeta metadata = quota.getMetadata();
        String version = metadata.getResourceVersion();
        if (metadata.getUid() == null) {
            return UNKNOWN;
        }
        if (version == null || version.isEmpty()) {
            return new QuotaVersion(metadata.getUid(), 0);
        }
        return NUMBER.matcher(version).matches()
                ? new QuotaVersion(metadata.getUid(), Long.parseLong(version))
                : UNKNOWN;
    }

    /** After all states that an object had. */
    static QuotaVersion afterAllOf(ElasticQuota quota) {
        QuotaVersion last = of(quota);
        return last.isKnown() ? new QuotaVersion(last.uid, Long.MAX_VALUE) : UNKNOWN;
    }

    /** Whether other states can be compared with this one. */
    boolean isKnown() {
        return number >= 0;
    }

    /** Whether this is a later state of the same object. */
    boolean isAfter(QuotaVersion other) {
        return isKnown() && other.isKnown() && uid.equals(other.uid) && number > other.number;
    }
}
