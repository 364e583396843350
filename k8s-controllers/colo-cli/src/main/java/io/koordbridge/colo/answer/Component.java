package io.koordbridge.colo.answer;

import io.koordbridge.protocol.WellKnown;
import java.util.Locale;

/** A process that can be asked. */
public enum Component {
    OPERATOR("yarn-operator", "operator", "api/v1/", 8080, WellKnown.YARN_OPERATOR_LEASE),
    MANAGER("koord-manager", "manager", "api/v1/", 8080, WellKnown.MANAGER_LEASE),
    DESCHEDULER("koord-descheduler", "descheduler", "apis/v1/", 8080, WellKnown.DESCHEDULER_LEASE),
    SCHEDULER("koord-scheduler", "scheduler", "apis/v1/", 8091, "koord-scheduler");

    private final String process;
    private final String option;
    private final String path;
    private final int port;
    private final String lease;

    Component(String process, String option, String path, int port, String lease) {
        this.process = process;
        this.option = option;
        this.path = path;
        this.port = port;
        this.lease = lease;
    }

    /** Its name in messages, and the label {@code koord-app} of its pods. */
    public String process() {
        return process;
    }

    /** The option that names an address. */
    public String option() {
        return "--" + option;
    }

    /** The environment variable that names an address. */
    public String variable() {
        return "COLO_" + option.toUpperCase(Locale.ROOT);
    }

    /** Of its API, below its address, with a slash at the end. */
    String path() {
        return path;
    }

    /** Of its API, in its pod. */
    public int port() {
        return port;
    }

    /** The Lease that the leading replica holds. */
    public String lease() {
        return lease;
    }
}
