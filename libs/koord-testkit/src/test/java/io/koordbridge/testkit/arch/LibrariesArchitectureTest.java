package io.koordbridge.testkit.arch;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;

/** Of the libraries below this one, which cannot use it, and of this one. */
@AnalyzeClasses(
        packages = {"io.koordbridge.protocol", "io.koordbridge.api", "io.koordbridge.testkit"},
        importOptions = DoNotIncludeTests.class)
class LibrariesArchitectureTest {

    @ArchTest
    static final ArchTests RULES = ArchTests.in(ArchitectureRules.class);
}
