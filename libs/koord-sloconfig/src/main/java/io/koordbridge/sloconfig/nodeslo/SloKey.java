package io.koordbridge.sloconfig.nodeslo;

/** A key of the config map that ends in a part of NodeSLO.spec. */
public enum SloKey {
    THRESHOLD("resource-threshold-config", "resourceUsedThresholdWithBE"),
    QOS("resource-qos-config", "resourceQOSStrategy"),
    BURST("cpu-burst-config", "cpuBurstStrategy"),
    SYSTEM("system-config", "systemStrategy"),
    HOST_APPLICATIONS("host-application-config", "hostApplications");

    private final String key;
    private final String specField;

    SloKey(String key, String specField) {
        this.key = key;
        this.specField = specField;
    }

    /** Key of the config map. */
    public String key() {
        return key;
    }

    /** Field of NodeSLO.spec. */
    public String specField() {
        return specField;
    }
}
