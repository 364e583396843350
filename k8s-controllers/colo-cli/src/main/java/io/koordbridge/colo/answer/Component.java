package io.koordbridge.colo.answer;

import io.koordbridge.protocol.WellKnown;
import java.net.URI;
import java.util.Locale;

/** A process that can be asked. */
public enum Component {
    OPERATOR(
            "yarn-operator",
            "api/v1/",
            8080,
            8080,
            LocalPorts.OPERATOR,
            LocalPorts.OPERATOR,
            WellKnown.YARN_OPERATOR_LEASE),
    MANAGER("koord-manager", "api/v1/", 8080, 8080, LocalPorts.MANAGER, LocalPorts.MANAGER, WellKnown.MANAGER_LEASE),
    DESCHEDULER(
            "koord-descheduler",
            "apis/v1/",
            8080,
            8080,
            LocalPorts.DESCHEDULER,
            LocalPorts.DESCHEDULER,
            WellKnown.DESCHEDULER_LEASE),
    SCHEDULER(
            "koord-scheduler",
            "apis/v1/",
            8091,
            8090,
            LocalPorts.SCHEDULER,
            LocalPorts.SCHEDULER_PAGE,
            "koord-scheduler");

    private final String process;
    private final String path;
    private final int port;
    private final int pagePort;
    private final int localPort;
    private final int localPagePort;
    private final String lease;

    Component(String process, String path, int port, int pagePort, int localPort, int localPagePort, String lease) {
        this.process = process;
        this.path = path;
        this.port = port;
        this.pagePort = pagePort;
        this.localPort = localPort;
        this.localPagePort = localPagePort;
        this.lease = lease;
    }

    /** Its name in messages, and the label {@code koord-app} of its pods. */
    public String process() {
        return process;
    }

    /** The option that names an address. */
    public String option() {
        return "--" + shortName();
    }

    /** The environment variable that names an address. */
    public String variable() {
        return "COLO_" + shortName().toUpperCase(Locale.ROOT);
    }

    private String shortName() {
        return process.substring(process.indexOf('-') + 1);
    }

    /** Of its API, below its address, with a slash at the end. */
    String path() {
        return path;
    }

    /** Of its API, in its pod. */
    public int port() {
        return port;
    }

    /** Of its page, in its pod. */
    public int pagePort() {
        return pagePort;
    }

    /** Of this host, where its page is shown. */
    public int localPagePort() {
        return localPagePort;
    }

    /** Where it is asked when neither an address nor a cluster is given. */
    public URI onThisHost() {
        return URI.create("http://127.0.0.1:" + localPort);
    }

    /** The Lease that the leading replica holds. */
    public String lease() {
        return lease;
    }
}
