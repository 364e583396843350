package io.koordbridge.koordlet;

import io.koordbridge.testkit.conformance.ConformanceTests;

class ConformanceTest extends ConformanceTests {}
