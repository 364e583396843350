package io.koordbridge.sloconfig.catalog;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.nodeslo.SloKey;
import java.util.Arrays;
import java.util.regex.Pattern;

/** Who acts on a field of the config map. */
@PureCore
public enum Actor {
    /** Capacity, ratios and reports. */
    MANAGER("koord-manager"),
    /** Our node agent. */
    AGENT("koordlet"),
    /** koord-manager hands it on in the NodeSLO; koordlet does nothing with it. */
    REFERENCE_AGENT("Koordinator's agent only");

    private static final String STRATEGY_OF_APPLICATIONS = "applications[].strategy";

    /** Parts of classes that koordlet does nothing with. */
    private static final Pattern QOS_OF_REFERENCE = Pattern.compile("(policies\\.netQOSPolicy"
            + "|\\w+\\.(networkQOS|cpuQOS\\.(schedIdle|coreExpeller))"
            + "|(lsrClass|lsClass|systemClass)\\.blkioQOS"
            + "|(systemClass|cgroupRoot)\\.(cpuQOS|resctrlQOS)"
            + "|cgroupRoot\\.memoryQOS)([.\\[].*)?");

    private final String words;

    Actor(String words) {
        this.words = words;
    }

    /** For people. */
    public String words() {
        return words;
    }

    /**
     * Who acts on a field.
     *
     * @param path inside a strategy, lists with {@code []}, such as {@code applications[].qos}
     */
    public static Actor of(String key, String path) {
        return Arrays.stream(SloKey.values())
                .filter(one -> one.key().equals(key))
                .findFirst()
                .map(one -> ofNodeSlo(one, path))
                .orElse(MANAGER);
    }

    private static Actor ofNodeSlo(SloKey key, String path) {
        return switch (key) {
            case THRESHOLD, BURST -> AGENT;
            case HOST_APPLICATIONS -> path.startsWith(STRATEGY_OF_APPLICATIONS) ? REFERENCE_AGENT : AGENT;
            case QOS -> QOS_OF_REFERENCE.matcher(path).matches() ? REFERENCE_AGENT : AGENT;
            case SYSTEM -> path.startsWith("totalNetworkBandwidth") ? REFERENCE_AGENT : AGENT;
        };
    }
}
