package io.koordbridge.protocol;

/** Resource names. Units: CPU names in integer milli-cores, memory names in bytes. */
public final class ResourceNames {

    public static final String CPU = "cpu";
    public static final String MEMORY = "memory";
    public static final String BATCH_CPU = "kubernetes.io/batch-cpu";
    public static final String BATCH_MEMORY = "kubernetes.io/batch-memory";
    public static final String MID_CPU = "kubernetes.io/mid-cpu";
    public static final String MID_MEMORY = "kubernetes.io/mid-memory";

    private ResourceNames() {}
}
